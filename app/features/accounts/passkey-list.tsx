import { Form, useNavigation } from "@remix-run/react";
import { Button } from "~/app/components/button";
import { FormError } from "~/app/components/form-banner";
import { LocalTime } from "~/app/components/local-time";
import { TextField } from "~/app/components/text-field";
import { useForm } from "~/app/lib/form";
import type { PasskeyDto } from "~/core/shared/contract";

export const RENAME_INTENT = "rename";
export const REMOVE_INTENT = "remove";
/** The passkeys page has this query parameter after a change of the password. */
export const AFTER_PASSWORD = "after-password";

interface PasskeyListProps {
  passkeys: PasskeyDto[];
  offline: string;
}

export function PasskeyList({ passkeys, offline }: PasskeyListProps) {
  const rename = useForm({ intent: RENAME_INTENT, offline });
  const remove = useForm({ intent: REMOVE_INTENT, offline });
  const busyWith = useNavigation().formData?.get("passkeyId");
  return (
    <>
      <FormError error={Object.values({ ...rename.errors, ...remove.errors })[0]} />
      <ul className="flex flex-col border-rule border-t">
        {passkeys.map((passkey) => (
          <li key={passkey.passkey_id} className="flex flex-col gap-3 border-rule border-b py-5">
            <Form method="post" noValidate className="flex flex-wrap items-end gap-3">
              <input type="hidden" name="passkeyId" value={passkey.passkey_id} />
              <TextField
                label="Name"
                name="name"
                // The field is uncontrolled. The key replaces it when the server has a new name.
                key={passkey.name}
                defaultValue={passkey.name}
                autoComplete="off"
                className="min-w-0 flex-1 basis-48"
              />
              <Button
                type="submit"
                name="intent"
                value={RENAME_INTENT}
                variant="secondary"
                pending={rename.isBusy && busyWith === passkey.passkey_id}
              >
                Rename<span className="sr-only"> {passkey.name}</span>
              </Button>
              <Button
                type="submit"
                name="intent"
                value={REMOVE_INTENT}
                variant="quiet"
                pending={remove.isBusy && busyWith === passkey.passkey_id}
              >
                Remove<span className="sr-only"> {passkey.name}</span>
              </Button>
            </Form>
            <p className="text-ink-muted text-sm">
              Added on <LocalTime instant={passkey.created_at} />
              {passkey.last_used_at ? (
                <>
                  , last used on <LocalTime instant={passkey.last_used_at} />
                </>
              ) : (
                ", not used yet"
              )}
              .{" "}
              {passkey.is_backed_up
                ? "Your password manager shares it with your other devices."
                : "It is on one device only."}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
