import { type InputHTMLAttributes, useState } from "react";
import { cx } from "./cx";
import { CONTROL_CLASSES, FieldFrame, type FieldProps } from "./field";
import { Eye, EyeOff } from "./icons";
import { useHydrated } from "./use-hydrated";

type NativeProps = Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | "type">;

interface PasswordFieldProps extends FieldProps, NativeProps {
  isNew?: boolean;
}

export function PasswordField(props: PasswordFieldProps) {
  const { label, name, id, hint, errors, sharedErrorId, className, isNew, ...rest } = props;
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  const Icon = shown ? EyeOff : Eye;
  return (
    <FieldFrame {...{ label, name, id, hint, errors, sharedErrorId, className }}>
      {(control) => (
        <div className="relative">
          <input
            type={shown ? "text" : "password"}
            autoComplete={isNew ? "new-password" : "current-password"}
            autoCapitalize="none"
            spellCheck={false}
            aria-required
            className={cx(CONTROL_CLASSES, "min-h-12 pe-[calc(var(--spacing)*12+3rem)]")}
            {...rest}
            {...control}
          />
          {hydrated ? (
            <button
              type="button"
              aria-controls={control.id}
              onClick={() => setShown(!shown)}
              className="absolute top-0.5 end-0.5 inline-flex min-h-11 items-center gap-1.5 rounded-sm px-3 font-medium text-ink-soft text-sm hover:text-ink"
            >
              <Icon aria-hidden className="size-4" />
              {shown ? "Hide" : "Show"}
              {/* Not an `aria-label`, because tests that look for the field by its label would find the button too. */}
              <span className="sr-only"> {label.toLowerCase()}</span>
            </button>
          ) : null}
        </div>
      )}
    </FieldFrame>
  );
}
