import { useActionData, useFetcher, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { type ToastMessage, useToast } from "~/app/components/toast";
import type { FieldErrors } from "./check-form";

/** The answer of every action that does not redirect. An action with more fields extends it. See CONTRIBUTING, "A form". */
export interface ActionData {
  error?: FieldErrors;
  /** The text of the fields that the page shows again. */
  initialValue?: Record<string, unknown>;
  /** The `intent` of the answered form, on a page with several. */
  intent?: string;
  /** Shown by {@link useActionToast}. */
  toast?: ToastMessage;
}

interface FailureOptions extends Pick<ActionData, "intent" | "initialValue"> {
  /** Whether to show the message as a notification too. */
  toast?: boolean;
}

/** An answer about the whole form. Its message is under the empty name in `error`. */
export function failForm(message: string, options: FailureOptions = {}): ActionData {
  const { toast = false, ...rest } = options;
  const failure: ActionData = { ...rest, error: { "": [message] } };
  return toast ? { ...failure, toast: { type: "error", message } } : failure;
}

/** The errors of the form itself, not of its fields. */
export function formErrors(answer: ActionData | undefined): string[] | undefined {
  return answer?.error?.[""] ?? undefined;
}

/** The text that was typed into a field before, to show it again. */
export function typedText(answer: ActionData | undefined, name: string): string | undefined {
  const value = answer?.initialValue?.[name];
  return typeof value === "string" ? value : undefined;
}

/** The page's answer to the form of an intent, which was sent by a navigation or with scripts off. */
export function usePageAnswer(intent?: string): ActionData | undefined {
  const answer = useActionData<ActionData>();
  return intent !== undefined && answer?.intent === intent ? answer : undefined;
}

/** State of a form that is sent by a navigation. @returns its last answer, and whether it is being sent */
export function usePageForm(intent: string) {
  const isBusy = useNavigation().formData?.get("intent") === intent;
  return { answer: usePageAnswer(intent), isBusy };
}

/** Shows the notification of an answer, once per answer. @param onSuccess called if the answer is a success */
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
 * State of a form that is sent without a navigation. It shows the form's notifications.
 * @returns the fetcher, whether it is busy, and the last answer: the fetcher's or, with scripts off, the page's
 */
export function useFetcherForm(intent?: string, onSuccess?: () => void) {
  const fetcher = useFetcher<ActionData>();
  const pageAnswer = usePageAnswer(intent);
  useActionToast(fetcher.data, onSuccess);
  return { fetcher, answer: fetcher.data ?? pageAnswer, isBusy: fetcher.state !== "idle" };
}
