import { type PointerEvent, type ReactNode, useId, useRef, useState } from "react";
import { cx } from "./cx";
import { CONTROL_CLASSES, FieldErrors } from "./field";

interface RangeBounds {
  min: number;
  max: number;
}

/** With scripts off, a number field replaces the range. The hidden range is sent too, so their names differ. */
interface TypedNumber {
  name: string;
  text: string | undefined;
}

interface RangeCommon extends RangeBounds {
  label: string;
  unit: string;
  errors?: readonly string[];
}

interface RangeSliderProps extends RangeCommon {
  name: string;
  typed: TypedNumber;
  step: number;
  defaultValue: number;
  format: (value: number) => string;
  /** True if another control makes the value unused. The slider is then dimmed, but can still be moved. */
  isIdle?: boolean;
  onChange: (value: number) => void;
  className?: string;
}

const percent = (value: number, { min, max }: RangeBounds) => ((value - min) / (max - min)) * 100;

/** With scripts off the range would not show its value, so a {@link NumberField} replaces it. */
export function RangeSlider(props: RangeSliderProps) {
  const { label, name, typed, min, max, step, defaultValue, onChange, format } = props;
  const { errors, className, unit } = props;
  const { isIdle = false } = props;
  const [value, setValue] = useState(defaultValue);
  const id = useId();
  return (
    <div className={cx("flex flex-col", className)}>
      <Head words={isIdle ? null : format(value)}>
        <label htmlFor={id} className="font-semibold text-ink text-sm">
          {label}
        </label>
      </Head>
      <NumberField {...{ label, typed, min, max, step, defaultValue, unit }} />
      <div className={cx("relative h-11 noscript:hidden", isIdle && "opacity-45")}>
        <Track from={0} to={percent(value, props)} />
        <input
          type="range"
          className="range absolute inset-0"
          {...{ id, name, min, max, step }}
          value={value}
          aria-valuetext={format(value)}
          aria-invalid={errors?.length ? true : undefined}
          aria-describedby={errors?.length ? `${id}-error` : undefined}
          onChange={(event) => {
            const next = event.currentTarget.valueAsNumber;
            setValue(next);
            onChange(next);
          }}
        />
      </div>
      {errors?.length ? <FieldErrors id={`${id}-error`} errors={errors} /> : null}
    </div>
  );
}

interface DualRangeSliderProps extends RangeCommon {
  names: readonly [string, string];
  typed: readonly [TypedNumber, TypedNumber];
  thumbLabels: readonly [string, string];
  defaultValue: readonly [number, number];
  formatRange: (low: number, high: number) => string;
}

const GAP = 1;

export function DualRangeSlider(props: DualRangeSliderProps) {
  const { label, names, typed, unit, thumbLabels, min, max, defaultValue } = props;
  const { formatRange, errors } = props;
  const [[low, high], setRange] = useState<readonly [number, number]>(defaultValue);
  const id = useId();
  const inputs = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)] as const;

  function change(which: 0 | 1, wanted: number) {
    const upTo = Math.max(min, Math.min(wanted, high - GAP));
    const from = Math.min(max, Math.max(wanted, low + GAP));
    setRange(which === 0 ? [upTo, high] : [low, from]);
  }

  // The inputs take pointer events only at their thumbs, so a press elsewhere on the track reaches this element.
  function onTrackPress(event: PointerEvent<HTMLDivElement>) {
    if (event.target !== event.currentTarget) return;
    const value = pressedValue(event, props);
    const which = Math.abs(value - low) <= Math.abs(value - high) ? 0 : 1;
    event.preventDefault();
    change(which, value);
    inputs[which].current?.focus();
  }

  return (
    <fieldset
      className="flex flex-col"
      aria-describedby={errors?.length ? `${id}-error` : undefined}
    >
      <legend className="sr-only">{label}</legend>
      <Head words={formatRange(low, high)}>
        <span aria-hidden className="font-semibold text-ink text-sm">
          {label}
        </span>
      </Head>
      <div>
        {([0, 1] as const).map((which) => (
          <NumberField
            key={names[which]}
            label={thumbLabels[which]}
            typed={typed[which]}
            defaultValue={defaultValue[which]}
            unit={which === 0 ? "–" : unit}
            {...{ min, max }}
          />
        ))}
      </div>
      <div className="relative h-11 noscript:hidden" onPointerDown={onTrackPress}>
        <Track from={percent(low, props)} to={percent(high, props)} />
        {([0, 1] as const).map((which) => {
          const value = which === 0 ? low : high;
          return (
            <input
              key={names[which]}
              ref={inputs[which]}
              type="range"
              className={cx(
                "range pointer-events-none absolute inset-0",
                // Where both thumbs meet at the upper end, only the lower one can still move, so it must be on top.
                which === 0 && low > (min + max) / 2 && "z-10",
              )}
              name={names[which]}
              aria-label={thumbLabels[which]}
              {...{ min, max, value }}
              onChange={(event) => change(which, event.currentTarget.valueAsNumber)}
            />
          );
        })}
      </div>
      {errors?.length ? <FieldErrors id={`${id}-error`} errors={errors} /> : null}
    </fieldset>
  );
}

interface NumberFieldProps extends RangeBounds {
  label: string;
  typed: TypedNumber;
  unit: string;
  step?: number;
  defaultValue: number;
}

function NumberField({ label, typed, unit, defaultValue, ...bounds }: NumberFieldProps) {
  return (
    <noscript>
      <input
        type="number"
        name={typed.name}
        aria-label={label}
        defaultValue={typed.text || defaultValue}
        {...bounds}
        className={cx(CONTROL_CLASSES, "me-3 mt-1.5 min-h-12 max-w-24")}
      />
      {unit}{" "}
    </noscript>
  );
}

function pressedValue(event: PointerEvent<HTMLDivElement>, { min, max }: RangeBounds): number {
  const box = event.currentTarget.getBoundingClientRect();
  const share = (event.clientX - box.left) / box.width;
  return Math.round(min + share * (max - min));
}

function Head({ words, children }: { words: string | null; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      {children}
      <span aria-hidden className="font-serif text-ink text-lg noscript:hidden">
        {words}
      </span>
    </div>
  );
}

/** The track is inset by half a thumb at each end, because a thumb's centre can't get closer to the input's ends. */
function Track({ from, to }: { from: number; to: number }) {
  return (
    <svg
      aria-hidden
      className="pointer-events-none absolute inset-x-3.5 top-1/2 h-1 w-[calc(100%-var(--spacing)*7)] -translate-y-1/2"
      preserveAspectRatio="none"
      viewBox="0 0 100 4"
    >
      <rect width="100" height="2" y="1" className="fill-rule-strong" />
      <rect x={from} width={Math.max(0, to - from)} height="4" className="fill-accent" />
    </svg>
  );
}
