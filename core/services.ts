import * as actions from "./admin/actions";
import * as audit from "./admin/audit";
import * as members from "./admin/members";
import * as reports from "./admin/reports";
import * as admin from "./admin/service";
import * as passkeys from "./auth/passkeys";
import * as auth from "./auth/service";
import * as sessions from "./auth/session";
import * as calendars from "./availability/calendar";
import * as availability from "./availability/service";
import * as addresses from "./conversation/addresses";
import * as conversations from "./conversation/service";
import type { Deps } from "./deps";
import * as email from "./email/service";
import * as consents from "./legal/consents";
import { listRetention } from "./legal/notice";
import { readLocalOutbox } from "./mail/local-outbox";
import { unsubscribe } from "./mail/unsubscribe";
import * as moderation from "./moderation/service";
import * as standing from "./moderation/standing";
import { notify } from "./notifications/notify";
import * as notifications from "./notifications/service";
import { readLastDraw } from "./pairing/last-draw";
import * as pairings from "./pairing/service";
import { explainToday } from "./pairing/why";
import * as profiles from "./profile/service";
import * as recovery from "./recovery/service";
import { readTransparency } from "./transparency/service";

/**
 * The use cases of the product with their dependencies in place: the one object that the API, the pages and the cron
 * call. One per request. A new use case is one line here.
 */
export function createServices(deps: Deps) {
  const bind =
    <Rest extends unknown[], Result>(useCase: (deps: Deps, ...rest: Rest) => Result) =>
    (...rest: Rest): Result =>
      useCase(deps, ...rest);
  return {
    admin: {
      listBlocks: bind(admin.listBlocks),
      listPairings: bind(admin.listPairings),
      listRuns: bind(admin.listRuns),
      watchRuns: bind(admin.watchRuns),
    },
    auth: {
      assertWithinBound: bind(sessions.assertWithinBound),
      authenticate: bind(sessions.authenticate),
      checkPasswordLimit: bind(auth.checkPasswordLimit),
      checkRegistrationLimit: bind(auth.checkRegistrationLimit),
      checkSignInLimit: bind(auth.checkSignInLimit),
      confirmPassword: bind(auth.confirmPassword),
      countUse: bind(sessions.countUse),
      endOtherSessions: bind(sessions.endOtherSessions),
      isPasswordConfirmed: bind(auth.isPasswordConfirmed),
      listSessions: bind(sessions.listSessions),
      login: bind(auth.login),
      logout: bind(sessions.logout),
      register: bind(auth.register),
      resetPassword: bind(auth.resetPassword),
    },
    availability: {
      createCalendar: bind(calendars.createCalendar),
      getAvailability: bind(availability.getAvailability),
      readCalendar: bind(calendars.readCalendar),
      removeCalendar: bind(calendars.removeCalendar),
      renderCalendar: bind(calendars.renderCalendar),
      updateAvailability: bind(availability.updateAvailability),
    },
    conversations: {
      checkAddressLimit: bind(addresses.checkAddressLimit),
      authorizeJoin: bind(conversations.authorizeJoin),
      checkSendLimit: bind(conversations.checkSendLimit),
      findPartner: bind(conversations.findPartner),
      isOpen: bind(conversations.isOpen),
      getBlockStatus: bind(conversations.getBlockStatus),
      leaveAddress: bind(addresses.leaveAddress),
      listMessages: bind(conversations.listMessages),
      markConversationRead: bind(conversations.markConversationRead),
      readAddresses: bind(addresses.readAddresses),
      readConversation: bind(conversations.readConversation),
      sendMessage: bind(conversations.sendMessage),
      withdrawAddress: bind(addresses.withdrawAddress),
      summariseConversation: bind(conversations.summariseConversation),
    },
    desk: {
      countWaiting: bind(reports.countWaiting),
      decideAppeal: bind(actions.decideAppeal),
      exportCase: bind(reports.exportCase),
      getMember: bind(members.getMember),
      getReport: bind(reports.getReport),
      listAppeals: bind(actions.listAppeals),
      listAudit: bind(audit.listAudit),
      listMembers: bind(members.listMembers),
      listReports: bind(reports.listReports),
      openCase: bind(reports.openCase),
      openInbox: bind(reports.openInbox),
      revealPosition: bind(members.revealPosition),
      takeAction: bind(actions.takeAction),
      takeActionOnReport: bind(actions.takeActionOnReport),
      updateReport: bind(reports.updateReport),
    },
    legal: {
      asksForConsent: bind(consents.asksForConsent),
      giveConsent: bind(consents.giveConsent),
      listRetention: bind(listRetention),
      readConsent: bind(consents.readConsent),
      withdrawConsent: bind(consents.withdrawConsent),
    },
    email: {
      confirmEmail: bind(email.confirmEmail),
      findEmailLink: bind(email.findEmailLink),
      getEmailState: bind(email.getEmailState),
      readLocalOutbox: bind(readLocalOutbox),
      requestChange: bind(email.requestChange),
      resendVerification: bind(email.resendVerification),
      setNotices: bind(email.setNotices),
      unsubscribe: bind(unsubscribe),
    },
    moderation: {
      blockMember: bind(moderation.blockMember),
      checkReportLimit: bind(moderation.checkReportLimit),
      listBlocks: bind(moderation.listBlocks),
      listOwnReports: bind(moderation.listOwnReports),
      reportMember: bind(moderation.reportMember),
      unblockMember: bind(moderation.unblockMember),
    },
    passkeys: {
      addPasskey: bind(passkeys.addPasskey),
      beginAddingPasskey: bind(passkeys.beginAddingPasskey),
      beginConfirmingByPasskey: bind(passkeys.beginConfirmingByPasskey),
      beginPasskeySignIn: bind(passkeys.beginPasskeySignIn),
      confirmPasskey: bind(passkeys.confirmPasskey),
      listPasskeys: bind(passkeys.listPasskeys),
      removePasskey: bind(passkeys.removePasskey),
      renamePasskey: bind(passkeys.renamePasskey),
      signInByPasskey: bind(passkeys.signInByPasskey),
    },
    notifications: {
      getNotifications: bind(notifications.getNotifications),
      notify: bind(notify),
      subscribe: bind(notifications.subscribe),
      unsubscribe: bind(notifications.unsubscribe),
      updateNotifications: bind(notifications.updateNotifications),
    },
    pairings: {
      checkPairingsExist: bind(pairings.checkPairingsExist),
      countLines: bind(pairings.countLines),
      explainToday: bind(explainToday),
      findBlockedToday: bind(pairings.findBlockedToday),
      findToday: bind(pairings.findToday),
      getCurrentPairing: bind(pairings.getCurrentPairing),
      listPastWithLines: bind(pairings.listPastWithLines),
      listPast: bind(pairings.listPast),
      readLastDraw: bind(readLastDraw),
      previewTrigger: bind(pairings.previewTrigger),
      triggerPairings: bind(pairings.triggerPairings),
    },
    profiles: {
      deleteAccount: bind(profiles.deleteAccount),
      exportData: bind(profiles.exportData),
      getPublicProfile: bind(profiles.getPublicProfile),
      locate: bind(profiles.locate),
      searchCities: bind(profiles.searchCities),
      updateLocation: bind(profiles.updateLocation),
      updateProfile: bind(profiles.updateProfile),
      updateTimezone: bind(profiles.updateTimezone),
    },
    recovery: {
      checkRequestLimit: bind(recovery.checkRequestLimit),
      isResetLinkGood: bind(recovery.isResetLinkGood),
      recover: bind(recovery.recover),
      requestReset: bind(recovery.requestReset),
    },
    transparency: {
      readTransparency: bind(readTransparency),
    },
    standing: {
      appeal: bind(standing.appeal),
      getStanding: bind(standing.getStanding),
      readStatement: bind(standing.readStatement),
    },
  };
}

export type Services = ReturnType<typeof createServices>;
