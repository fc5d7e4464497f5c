/**
 * The only script of the public pages, which the server renders and no framework hydrates: cookie
 * consent, page views, menus, toasts, the profile banner, the session, and the parts that depend on
 * the reader's clock. Code that members' pages need too is shared with them, and the elements are
 * rendered by the same components.
 */
import { addMenuBehaviour } from "~/app/components/menu-behaviour";
import { applyConsent, countPageView, readConsent } from "~/app/features/shell/page-views";
import { askForConsent, keepProfileBanner } from "./bars";
import { followNews } from "./news";
import { readPage } from "./page";
import { runReaderClock } from "./reader-clock";
import { keepSession, takeOverSignOut } from "./session";
import { followNotification } from "./toasts";

const page = readPage(document.querySelector<HTMLElement>("script[data-page]")?.dataset.page);

applyConsent(readConsent());
if (page.route) countPageView(page.route);
askForConsent();
keepProfileBanner();
followNotification();
runReaderClock(page.regionStyle);
followNews(page);
for (const button of document.querySelectorAll<HTMLElement>("button[popovertarget]")) {
  const panel = document.getElementById(button.getAttribute("popovertarget") ?? "");
  if (panel) addMenuBehaviour(button, panel);
}
takeOverSignOut();
keepSession(page);
document.documentElement.dataset.scripts = "ready";
