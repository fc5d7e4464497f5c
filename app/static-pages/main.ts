/** The only script of the public pages, which aren't hydrated. */
import { addMenuBehaviour } from "~/app/components/menu-behaviour";
import { dismissBanner, isBannerDismissed } from "~/app/features/shell/banner-dismissal";
import {
  applyConsent,
  type Consent,
  countPageView,
  readConsent,
  storeConsent,
} from "~/app/features/shell/page-views";
import { type KnownSession, SessionKeeper } from "~/app/features/shell/session-keeper";
import { SIGN_OUT_FAILED, signOut } from "~/app/features/shell/sign-out";
import { readStored, writeStored } from "~/app/lib/browser-storage";
import { TOAST_DURATION_MS } from "~/core/shared/constants";
import type { RegionStyle } from "~/core/shared/region-style";
import { followNews } from "./news";
import { runReaderClock } from "./reader-clock";

/** The server's data for this script, as JSON in the `data-page` of its `script` element. */
export interface StaticPage extends KnownSession {
  /** The route's id, for example `routes/about`. */
  route: string | undefined;
  regionStyle: RegionStyle;
  unread: number;
}

const findPart = (name: string) => document.querySelector<HTMLElement>(`[data-part=${name}]`);

function showBar(name: string, choose: (button: HTMLElement) => void): void {
  const bar = findPart(name);
  if (!bar) return;
  bar.hidden = false;
  for (const button of bar.querySelectorAll<HTMLElement>("[data-consent], [data-dismiss]")) {
    button.addEventListener("click", () => {
      choose(button);
      bar.hidden = true;
    });
  }
}

function expire(toast: HTMLElement): void {
  setTimeout(() => toast.remove(), TOAST_DURATION_MS);
  toast.querySelector("button")?.addEventListener("click", () => toast.remove());
}

function showError(message: string): void {
  const template = document.querySelector<HTMLTemplateElement>("template[data-part=toast-error]");
  const toast = template?.content.firstElementChild?.cloneNode(true) as HTMLElement | undefined;
  const text = toast?.querySelector("p");
  if (!template || !toast || !text) return;
  text.textContent = message;
  findPart("toast")?.remove();
  template.insertAdjacentElement("beforebegin", toast);
  expire(toast);
}

/** The token for which the page last reloaded, so that it doesn't reload forever if the browser refuses cookies. */
const RESTORED_KEY = "restoredSession";

/** Reloads the page if the stored session and the page's session differ. */
function keepSession({ sessionId, user }: KnownSession): void {
  const keeper = new SessionKeeper(() => {
    const stored = readStored("localStorage", "authToken") ?? "";
    const isRepeated = stored !== "" && readStored("sessionStorage", RESTORED_KEY) === stored;
    if (!sessionId && isRepeated) return;
    writeStored("sessionStorage", RESTORED_KEY, sessionId ? "" : stored);
    location.reload();
  });
  keeper.update({ sessionId, user });
  keeper.watch();
}

const script = document.querySelector<HTMLElement>("script[data-page]");
const page: StaticPage = JSON.parse(script?.dataset.page ?? "");

applyConsent(readConsent());
if (page.route) countPageView(page.route);
if (readConsent() === null) {
  showBar("consent", ({ dataset }) => {
    const consent = dataset.consent as Consent;
    storeConsent(consent);
    applyConsent(consent);
  });
}
if (!isBannerDismissed()) showBar("profile-banner", dismissBanner);
const toast = findPart("toast");
if (toast) expire(toast);
runReaderClock(page.regionStyle);
if (page.user) followNews(page.unread);
for (const button of document.querySelectorAll<HTMLElement>("button[popovertarget]")) {
  const panel = document.getElementById(button.getAttribute("popovertarget") ?? "");
  if (panel) addMenuBehaviour(button, panel);
}
for (const form of document.querySelectorAll("form[action='/logout']")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void signOut(() => showError(SIGN_OUT_FAILED));
  });
}
keepSession(page);
document.documentElement.dataset.scripts = "ready";
