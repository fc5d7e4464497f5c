interface KeepAwayProps {
  /** The id of the form that it belongs to, if it stands outside of it. */
  form?: string;
  isChecked?: boolean;
}

/** Offers to keep newer accounts away (docs/rules.md#newer-accounts). */
export const KeepAway = ({ form, isChecked = false }: KeepAwayProps) => (
  <label className="flex min-h-11 items-center gap-3 text-ink">
    <input
      type="checkbox"
      name="newcomers_away"
      value="1"
      form={form}
      defaultChecked={isChecked}
      className="size-5 shrink-0 accent-ink"
    />
    Keep accounts newer than today away from me for 30 days
  </label>
);
