import { useEffect } from "react";

const CUE = /^\(\d+\) /;

/** Counts the unread messages in the window's title, as '(2) Ada · Happenstance'. */
export function useUnreadTitle(unread: number): void {
  useEffect(() => {
    const plain = document.title.replace(CUE, "");
    document.title = unread > 0 ? `(${unread}) ${plain}` : plain;
    return () => {
      document.title = document.title.replace(CUE, "");
    };
  }, [unread]);
}
