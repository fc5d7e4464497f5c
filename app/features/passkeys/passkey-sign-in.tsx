import { Button } from "~/app/components/button";
import { FormErrors } from "~/app/components/form-banner";
import { usePasskey } from "./use-passkey";

/** Below the form of sign-in, where the browser knows passkeys. */
export function PasskeySignIn() {
  const { isSupported, isBusy, errors, ask } = usePasskey("sign_in");
  if (!isSupported) return null;
  return (
    <div className="mt-5 flex flex-col gap-4">
      <FormErrors errors={errors} />
      <Button variant="secondary" pending={isBusy} onClick={() => void ask()}>
        Use a passkey
      </Button>
    </div>
  );
}
