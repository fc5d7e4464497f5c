import { useEffect } from "react";
import { useToast } from "~/app/components/toast";

const WORDS = "You are offline. This opens when the connection is back.";

/**
 * Stops links while there is no network, because they would replace the page, with any unsent text, by one that can't
 * be loaded. A notification explains it. A link to another state of the same page, such as a dialog, still works.
 */
export function useStayWhileOffline(isOnline: boolean): void {
  const toast = useToast();
  useEffect(() => {
    if (isOnline) return;
    const stay = (event: Event, href: string) => {
      const { origin, pathname } = new URL(href, location.href);
      if (origin !== location.origin || pathname === location.pathname) return;
      event.preventDefault();
      toast({ type: "warning", message: WORDS });
    };
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (link?.href && link.target !== "_blank") stay(event, link.href);
    };
    const onSubmit = (event: SubmitEvent) => {
      const form = event.target;
      if (form instanceof HTMLFormElement && form.method === "get") stay(event, form.action);
    };
    // Captured on the window, so that these run before the page's own handlers.
    window.addEventListener("click", onClick, true);
    window.addEventListener("submit", onSubmit, true);
    return () => {
      window.removeEventListener("click", onClick, true);
      window.removeEventListener("submit", onSubmit, true);
    };
  }, [isOnline, toast]);
}
