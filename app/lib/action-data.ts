import { useEffect, useRef } from "react";
import { type ToastMessage, useToast } from "~/app/components/toast";
import { useActionData, useFetcher, useNavigation } from "~/app/framework";
import type { FieldErrors } from "./check-form";

/**
 * Answer of every action that leads nowhere else. An action that answers more than that extends it. See
 * CONTRIBUTING, "A form".
 */
export interface ActionData {
  error?: FieldErrors;
  /** The text of the fields that the page shows again. */
  initialValue?: Record<string, unknown>;
  /** The `intent` of the form that it answers, on a page with several. */
  intent?: string;
  /** Shown by {@link useActionToast}. */
  toast?: ToastMessage;
}

interface FailureOptions extends Pick<ActionData, "intent" | "initialValue"> {
  /** Whether a notification shows it as well. */
  toast?: boolean;
}

/** The answer about the whole form: its message is under the empty name in `error`. */
export function failForm(message: string, options: FailureOptions = {}): ActionData {
  const { toast = false, ...rest } = options;
  const failure: ActionData = { ...rest, error: { "": [message] } };
  return toast ? { ...failure, toast: { type: "error", message } } : failure;
}

/** The errors of the form itself, which belong to none of its fields. */
export function formErrors(answer: ActionData | undefined): string[] | undefined {
  return answer?.error?.[""] ?? undefined;
}

/** Text that was typed into a field before, to be shown again. */
export function typedText(answer: ActionData | undefined, name: string): string | undefined {
  const value = answer?.initialValue?.[name];
  return typeof value === "string" ? value : undefined;
}

/** The page's answer to the form of an intent: to one that was sent by navigation, or with scripts off. */
export function usePageAnswer(intent?: string): ActionData | undefined {
  const answer = useActionData<ActionData>();
  return intent !== undefined && answer?.intent === intent ? answer : undefined;
}

/** A form that is sent by a navigation. @returns its last answer, and whether it is being sent */
export function usePageForm(intent: string) {
  const isBusy = useNavigation().formData?.get("intent") === intent;
  return { answer: usePageAnswer(intent), isBusy };
}

/** Shows the notification of an answer, once per answer. @param onSuccess called with one of success */
export function useActionToast(answer: ActionData | undefined, onSuccess?: () => void): void {
  const show = useToast();
  const succeed = useRef(onSuccess);
  useEffect(() => {
    succeed.current = onSuccess;
  });
  useEffect(() => {
    if (!answer?.toast) return;
    show(answer.toast);
    if (answer.toast.type === "success") succeed.current?.();
  }, [answer, show]);
}

/**
 * A form that is sent without a navigation. Its notifications are shown here.
 * @returns the fetcher, whether it is busy, and the last answer: the fetcher's, or with scripts off the page's
 */
export function useFetcherForm(intent?: string, onSuccess?: () => void) {
  const fetcher = useFetcher<ActionData>();
  const pageAnswer = usePageAnswer(intent);
  useActionToast(fetcher.data, onSuccess);
  return { fetcher, answer: fetcher.data ?? pageAnswer, isBusy: fetcher.state !== "idle" };
}
