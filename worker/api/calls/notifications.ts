import { z } from "zod";
import { subscribeSchema, updateNotificationsSchema } from "~/core/notifications/schemas";
import {
  confirmationSchema,
  notificationsSchema,
  pushSubscriptionSchema,
} from "~/core/shared/contract";
import { defineCall, json } from "../define-call";

export const notificationCalls = [
  defineCall({
    method: "get",
    path: "/api/account/notifications",
    summary: "What the member hears of, when not, and on which devices",
    access: "member",
    responses: { 200: { description: "Settings and devices", schema: notificationsSchema } },
    handle: async ({ services, viewer }) =>
      json(200, await services.notifications.getNotifications(viewer)),
  }),
  defineCall({
    method: "put",
    path: "/api/account/notifications",
    summary: "Change what the member hears of; what is left out keeps its value",
    access: "member",
    body: updateNotificationsSchema,
    responses: { 200: { description: "As it is now", schema: notificationsSchema } },
    handle: async ({ services, viewer, body }) =>
      json(200, await services.notifications.updateNotifications(viewer, body)),
  }),
  defineCall({
    method: "post",
    path: "/api/account/push-subscriptions",
    summary: "Notify this browser; it ends with the session that asks",
    access: "member",
    body: subscribeSchema,
    responses: { 201: { description: "The device", schema: pushSubscriptionSchema } },
    refusals: ["push_unavailable"],
    handle: async ({ services, viewer, body }) =>
      json(201, await services.notifications.subscribe(viewer, body)),
  }),
  defineCall({
    method: "delete",
    path: "/api/account/push-subscriptions/{id}",
    summary: "Notify one of the member's devices no more",
    access: "member",
    params: z.object({ id: z.string() }),
    responses: { 200: { description: "Not notified any more", schema: confirmationSchema } },
    handle: async ({ services, viewer, params }) =>
      json(200, await services.notifications.unsubscribe(viewer, params)),
  }),
];
