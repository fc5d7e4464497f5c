import { useCallback } from "react";
import { Button } from "~/app/components/button";
import { FormErrors } from "~/app/components/form-banner";
import { useLocation, useNavigation, useSubmit } from "~/app/framework";
import { usePasskey } from "./use-passkey";

/** A button that proves the member by a passkey, to the action of the page that it is on. */
export function ConfirmPasskey({ errors }: { errors: string[] | undefined }) {
  const submit = useSubmit();
  const { pathname, search } = useLocation();
  const isPending = useNavigation().formData?.has("passkey") ?? false;
  const send = useCallback(
    (passkey: string) => submit({ passkey }, { method: "post", action: pathname + search }),
    [submit, pathname, search],
  );
  const { isSupported, isAsking, error, ask } = usePasskey("confirm", send);
  return (
    <div className="flex flex-col items-start gap-4">
      <FormErrors errors={error === null ? errors : [error]} />
      {isSupported ? (
        <Button pending={isAsking || isPending} onClick={() => void ask()}>
          Use your passkey
        </Button>
      ) : (
        <p className="text-ink-muted">This needs scripts, and a browser that knows passkeys.</p>
      )}
    </div>
  );
}
