import type { InputHTMLAttributes, TextareaHTMLAttributes } from "react";
import { cx } from "./cx";
import { CONTROL_CLASSES, FieldFrame, type FieldProps } from "./field";

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps>;

export function TextField(props: FieldProps & InputProps) {
  const { label, name, id, hint, errors, sharedErrorId, className, type = "text", ...rest } = props;
  return (
    <FieldFrame {...{ label, name, id, hint, errors, sharedErrorId, className }}>
      {(control) => (
        <input type={type} className={cx(CONTROL_CLASSES, "min-h-12")} {...rest} {...control} />
      )}
    </FieldFrame>
  );
}

type AreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof FieldProps>;

export function TextareaField(props: FieldProps & AreaProps) {
  const { label, name, id, hint, errors, sharedErrorId, className, rows = 4, ...rest } = props;
  return (
    <FieldFrame {...{ label, name, id, hint, errors, sharedErrorId, className }}>
      {(control) => (
        <textarea
          rows={rows}
          className={cx(CONTROL_CLASSES, "resize-y py-3 leading-relaxed")}
          {...rest}
          {...control}
        />
      )}
    </FieldFrame>
  );
}
