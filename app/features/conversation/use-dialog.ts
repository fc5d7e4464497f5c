import { useCallback, useState } from "react";
import { useSearchParams } from "~/app/framework";

export type DialogName = "block" | "report";

/** Which dialog is open. The address names it where scripts are off, or were when the page was asked for. */
export function useDialog() {
  const [query, setQuery] = useSearchParams();
  const named = query.get("dialog");
  const [dialog, setDialog] = useState<DialogName | null>(
    named === "block" || named === "report" ? named : null,
  );
  const close = useCallback(() => {
    setDialog(null);
    if (named !== null) setQuery({}, { replace: true, preventScrollReset: true });
  }, [named, setQuery]);
  return { dialog, open: setDialog, close };
}
