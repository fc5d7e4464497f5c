import { Button } from "~/app/components/button";
import { FormError } from "~/app/components/form-banner";
import { TextField } from "~/app/components/text-field";
import { usePasskey } from "./use-passkey";

export const ADD_INTENT = "add";
const DEFAULT_NAME = "My passkey";

export function AddPasskey({ offline }: { offline: string }) {
  const { isSupported, isBusy, error, ask } = usePasskey("register", {
    intent: ADD_INTENT,
    offline,
  });
  if (!isSupported) {
    return (
      <p className="text-ink-muted">This needs scripts, and a browser that supports passkeys.</p>
    );
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const name = new FormData(event.currentTarget).get("name");
        void ask({ name: String(name || DEFAULT_NAME) });
      }}
    >
      <FormError error={error} />
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="Name"
          name="name"
          hint="To recognise it later, such as the device it is on."
          placeholder={DEFAULT_NAME}
          autoComplete="off"
          className="min-w-0 flex-1 basis-48"
        />
        <Button type="submit" pending={isBusy}>
          Add a passkey
        </Button>
      </div>
    </form>
  );
}
