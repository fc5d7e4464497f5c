import type { InputHTMLAttributes, TextareaHTMLAttributes } from "react";
import { cx } from "./cx";
import { CONTROL_CLASSES, FieldFrame, type FieldProps } from "./field";

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps>;

export interface TextFieldProps extends FieldProps, InputProps {}

/** One line of text, an e-mail address, a number… */
export function TextField(props: TextFieldProps) {
  const { label, name, id, hint, errors, sharedErrorId, className, type = "text", ...rest } = props;
  return (
    <FieldFrame {...{ label, name, id, hint, errors, sharedErrorId, className }}>
      {(control) => (
        <input type={type} className={cx(CONTROL_CLASSES, "min-h-12")} {...rest} {...control} />
      )}
    </FieldFrame>
  );
}

export interface DateFieldProps extends FieldProps, Omit<InputProps, "type" | "min" | "max"> {
  /** `YYYY-MM-DD` */
  min?: string;
  /** `YYYY-MM-DD` */
  max?: string;
}

/** A calendar date, `YYYY-MM-DD`, by the browser's own picker. */
export function DateField(props: DateFieldProps) {
  return <TextField type="date" {...props} />;
}

type AreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof FieldProps>;

export interface TextareaFieldProps extends FieldProps, AreaProps {}

/** Several lines of text. */
export function TextareaField(props: TextareaFieldProps) {
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
