import { useCallback } from "react";
import { Button } from "~/app/components/button";
import { FormErrors } from "~/app/components/form-banner";
import { useLocation, useNavigation, useSubmit } from "~/app/framework";
import { usePasskey } from "./use-passkey";

/** Below the form of sign-in, where the browser knows passkeys. Its answer is sent to the page's own action. */
export function PasskeySignIn() {
  const submit = useSubmit();
  const { pathname, search } = useLocation();
  const isPending = useNavigation().formData?.has("passkey") ?? false;
  const send = useCallback(
    (passkey: string) => submit({ passkey }, { method: "post", action: pathname + search }),
    [submit, pathname, search],
  );
  const { isSupported, isAsking, error, ask } = usePasskey("sign_in", send);
  if (!isSupported) return null;
  return (
    <div className="mt-5 flex flex-col gap-4">
      <FormErrors errors={error === null ? null : [error]} />
      <Button variant="secondary" pending={isAsking || isPending} onClick={() => void ask()}>
        Use a passkey
      </Button>
    </div>
  );
}
