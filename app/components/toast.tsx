import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from "react";
import { endToastCookie } from "~/app/lib/script-cookies";
import { TOAST_DURATION_MS } from "~/core/shared/constants";
import { cx } from "./cx";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "./icons";

type ToastType = "info" | "success" | "warning" | "error";

export interface ToastMessage {
  type: ToastType | (string & {});
  message: string;
}

export interface FlashMessage extends ToastMessage {
  /** The server can send the same toast more than once. Each id is shown once. */
  id: string;
}

interface ShownToast extends ToastMessage {
  key: number;
}

type ShowToast = (toast: ToastMessage) => void;

const ToastContext = createContext<ShowToast | null>(null);
// A second context, so that components which only call `show` do not render again with each toast.
const AreaContext = createContext<ReactNode>(null);

export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error("useToast needs a ToastProvider above it");
  return show;
}

export function ToastProvider(props: { flash: FlashMessage | null; children: ReactNode }) {
  const { flash, children } = props;
  const [toast, setToast] = useState<ShownToast | null>(flash && { ...flash, key: 0 });
  const flashId = flash?.id ?? null;
  const [seenFlash, setSeenFlash] = useState(flashId);

  const show = useCallback<ShowToast>(
    (next) => setToast((last) => ({ ...next, key: (last?.key ?? 0) + 1 })),
    [],
  );
  const close = useCallback(() => setToast(null), []);

  // Shown during render. If an effect showed the toast, the first paint after a redirect would lack it.
  if (flash && flash.id !== seenFlash) {
    setSeenFlash(flash.id);
    show(flash);
  }

  useEffect(() => {
    if (flashId !== null) endToastCookie();
  }, [flashId]);

  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(close, TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [toast, close]);

  const area = useMemo(
    () =>
      toast ? (
        <Toast key={toast.key} type={toast.type} message={toast.message} onClose={close} />
      ) : null,
    [toast, close],
  );

  return (
    <ToastContext.Provider value={show}>
      <AreaContext.Provider value={area}>{children}</AreaContext.Provider>
    </ToastContext.Provider>
  );
}

export function ToastArea({ className, children }: { className?: string; children?: ReactNode }) {
  // The area is rendered even without a toast, because a screen reader can miss text that appears together with its
  // live region.
  return (
    <div aria-live="polite" className={cx("pointer-events-none", className)}>
      {useContext(AreaContext)}
      {children}
    </div>
  );
}

const TYPES = {
  info: { icon: Info, look: "text-ink-soft", edge: "border-s-rule-strong" },
  success: { icon: CircleCheck, look: "text-success", edge: "border-s-success" },
  warning: { icon: TriangleAlert, look: "text-warning", edge: "border-s-warning" },
  error: { icon: CircleAlert, look: "text-accent", edge: "border-s-accent" },
};

interface ToastProps extends ToastMessage {
  /** Omitted on static pages, where `app/static-pages` closes the toast. */
  onClose?: () => void;
}

export function Toast({ type, message, onClose }: ToastProps) {
  const known: ToastType = Object.hasOwn(TYPES, type) ? (type as ToastType) : "info";
  const { icon: Icon, look, edge } = TYPES[known];
  return (
    <div
      role={known === "error" ? "alert" : "status"}
      data-part="toast"
      className={cx(
        "pointer-events-auto flex w-full items-start gap-3 rounded-lg border border-rule border-s-4 bg-paper-raised py-1.5 pe-1.5 ps-4 text-ink shadow-lift sm:w-96",
        "animate-rise",
        edge,
      )}
    >
      <Icon aria-hidden className={cx("mt-3 size-5 shrink-0", look)} />
      <p className="min-w-0 flex-1 py-2.5">{message}</p>
      <button
        type="button"
        aria-label="Close notification"
        onClick={onClose}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink-muted hover:bg-paper-sunken hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}
