import { useToast } from "~/app/components/toast";

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
