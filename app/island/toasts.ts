import { TOAST_DURATION_MS } from "~/core/shared/constants";

/** Removes the toast that came with the page after its time, or when it is closed. */
export function followNotification(): void {
  const toast = document.querySelector<HTMLElement>("[data-island=toast]");
  if (toast) expire(toast);
}

/**
 * Shows an error as the component `Toast` would, from the markup that the server has rendered into
 * a template.
 */
export function showError(message: string): void {
  const template = document.querySelector<HTMLTemplateElement>("template[data-island=toast-error]");
  const toast = template?.content.firstElementChild?.cloneNode(true) as HTMLElement | undefined;
  const text = toast?.querySelector("p");
  if (!template || !toast || !text) return;
  text.textContent = message;
  document.querySelector("[data-island=toast]")?.remove();
  template.insertAdjacentElement("beforebegin", toast);
  expire(toast);
}

function expire(toast: HTMLElement): void {
  setTimeout(() => toast.remove(), TOAST_DURATION_MS);
  toast.querySelector("button")?.addEventListener("click", () => toast.remove());
}
