import { Button } from "~/app/components/button";
import { FormErrors } from "~/app/components/form-banner";
import { usePasskey } from "./use-passkey";

/** A button that proves the member by a passkey, to the action of the page that it is on. */
export function ConfirmPasskey({ errors }: { errors: string[] | undefined }) {
  const passkey = usePasskey("confirm");
  return (
    <div className="flex flex-col items-start gap-4">
      <FormErrors errors={passkey.errors ?? errors} />
      {passkey.isSupported ? (
        <Button pending={passkey.isBusy} onClick={() => void passkey.ask()}>
          Use your passkey
        </Button>
      ) : (
        <p className="text-ink-muted">This needs scripts, and a browser that supports passkeys.</p>
      )}
    </div>
  );
}
