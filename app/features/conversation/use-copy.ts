import { useToast } from "~/app/components/toast";

/** Puts a text where the device keeps what is copied, and says so. */
export function useCopy(): (text: string) => Promise<void> {
  const toast = useToast();
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ type: "success", message: "Copied." });
    } catch {
      toast({ type: "error", message: "Your browser did not allow copying." });
    }
  };
}
