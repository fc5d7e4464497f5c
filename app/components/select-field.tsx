import type { SelectHTMLAttributes } from "react";
import { cx } from "./cx";
import { CONTROL_CLASSES, FieldFrame, type FieldProps } from "./field";
import { ChevronDown } from "./icons";

interface SelectOption {
  value: string;
  label: string;
}

type NativeProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, keyof FieldProps>;

interface SelectFieldProps extends FieldProps, NativeProps {
  options: readonly SelectOption[];
  placeholder?: string;
}

export function SelectField(props: SelectFieldProps) {
  const { label, name, id, hint, errors, sharedErrorId, className, ...others } = props;
  const { options, placeholder, ...rest } = others;
  return (
    <FieldFrame {...{ label, name, id, hint, errors, sharedErrorId, className }}>
      {(control) => (
        <div className="relative">
          <select
            className={cx(CONTROL_CLASSES, "min-h-12 appearance-none truncate pe-10")}
            {...rest}
            {...control}
          >
            {placeholder === undefined ? null : <option value="">{placeholder}</option>}
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="-translate-y-1/2 pointer-events-none absolute top-1/2 end-3 size-5 text-ink-muted"
          />
        </div>
      )}
    </FieldFrame>
  );
}
