import { Button } from "~/app/components/button";
import { cx } from "~/app/components/cx";
import { FormErrors } from "~/app/components/form-banner";
import { useHydrated } from "~/app/components/use-hydrated";
import { usePasskey } from "./use-passkey";

/** Below the form of sign-in, where the browser knows passkeys. */
export function PasskeySignIn() {
  const { isSupported, isBusy, errors, ask } = usePasskey("sign_in");
  const hydrated = useHydrated();
  if (hydrated && !isSupported) return null;
  return (
    // Its place is kept until scripts know, so that nothing below moves.
    <div className={cx("mt-5 flex flex-col gap-4", !hydrated && "invisible")}>
      <FormErrors errors={errors} />
      <Button variant="secondary" pending={isBusy} onClick={() => void ask()}>
        Use a passkey
      </Button>
    </div>
  );
}
