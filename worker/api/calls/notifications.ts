import { z } from "zod";
import { subscribeSchema, updateNotificationsSchema } from "~/core/notifications/schemas";
import {
  confirmationSchema,
  notificationsSchema,
  pushSubscriptionSchema,
} from "~/core/shared/contract";
import { created, defineCall, ok } from "../define-call";

export const notificationCalls = [
  defineCall({
    route: "GET /api/account/notifications",
    summary: "What the member hears of, when not, and on which devices",
    access: "member",
    bound: "fence",
    whileSuspended: true,
    responses: ok("Settings and devices", notificationsSchema),
    handle: ({ services, viewer }) => services.notifications.getNotifications(viewer),
  }),
  defineCall({
    route: "PUT /api/account/notifications",
    summary: "Change what the member hears of; what is left out keeps its value",
    access: "member",
    bound: "profileWrites",
    whileSuspended: true,
    body: updateNotificationsSchema,
    responses: ok("As it is now", notificationsSchema),
    handle: ({ services, viewer, body }) =>
      services.notifications.updateNotifications(viewer, body),
  }),
  defineCall({
    route: "POST /api/account/push-subscriptions",
    summary: "Notify this browser; it ends with the session that asks",
    access: "member",
    bound: "deviceWrites",
    whileSuspended: true,
    body: subscribeSchema,
    responses: created("The device", pushSubscriptionSchema),
    refusals: ["push_unavailable"],
    handle: ({ services, viewer, body }) => services.notifications.subscribe(viewer, body),
  }),
  defineCall({
    route: "DELETE /api/account/push-subscriptions/{id}",
    summary: "Notify one of the member's devices no more",
    access: "member",
    bound: "deviceWrites",
    whileSuspended: true,
    params: z.object({ id: z.string() }),
    responses: ok("Not notified any more", confirmationSchema),
    handle: ({ services, viewer, params }) => services.notifications.unsubscribe(viewer, params),
  }),
];
