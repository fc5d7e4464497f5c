import { type ReactNode, useId } from "react";
import { cx } from "./cx";
import { CircleAlert } from "./icons";

export interface FieldProps {
  label: string;
  name: string;
  id?: string;
  hint?: ReactNode;
  errors?: readonly string[];
  /** The id of an error message that several fields share. Marks this field as invalid too. */
  sharedErrorId?: string;
  className?: string;
}

interface ControlAttributes {
  id: string;
  name: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

export const CONTROL_CLASSES =
  "w-full min-w-0 rounded-md border border-rule-strong bg-paper-raised px-3.5 text-base text-ink placeholder:text-ink-muted transition-colors not-aria-invalid:hover:enabled:border-ink aria-invalid:border-accent aria-invalid:shadow-[inset_0_0_0_1px_var(--accent)] disabled:opacity-60 [&[readonly]]:bg-paper-sunken";

interface FieldFrameProps extends FieldProps {
  children: (control: ControlAttributes) => ReactNode;
}

export function FieldFrame(props: FieldFrameProps) {
  const { label, name, hint, errors, sharedErrorId, className, children } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const hasErrors = Boolean(errors?.length);
  const describedBy = cx(hint ? hintId : null, hasErrors ? errorId : null, sharedErrorId);
  return (
    <div className={cx("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className="self-start font-semibold text-ink text-sm">
        {label}
      </label>
      {hint ? (
        <p id={hintId} className="text-ink-muted text-sm">
          {hint}
        </p>
      ) : null}
      {children({
        id,
        name,
        "aria-invalid": hasErrors || Boolean(sharedErrorId) || undefined,
        "aria-describedby": describedBy || undefined,
      })}
      {hasErrors ? <FieldErrors id={errorId} errors={errors} /> : null}
    </div>
  );
}

export function FieldErrors({ id, errors = [] }: { id: string; errors?: readonly string[] }) {
  return (
    <div role="alert">
      <ul id={id} className="flex flex-col gap-1 font-medium text-accent text-sm">
        {errors.map((error) => (
          <li key={error} className="flex gap-1.5">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span>{error}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
