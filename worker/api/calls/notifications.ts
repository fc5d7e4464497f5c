import { z } from "zod";
import { subscribeSchema, updateNotificationsSchema } from "~/core/notifications/schemas";
import {
  confirmationSchema,
  notificationsSchema,
  pushSubscriptionSchema,
} from "~/core/shared/contract";
import { defineCall, json } from "../define-call";

const tag = "Notifications";

export const notificationCalls = [
  defineCall({
    method: "get",
    path: "/api/account/notifications",
    tag,
    summary: "What the member hears of, when not, and on which devices",
    access: "member",
    responses: { 200: { description: "Settings and devices", schema: notificationsSchema } },
    async handle({ services, viewer }) {
      return json(200, await services.notifications.getNotifications(viewer));
    },
  }),
  defineCall({
    method: "put",
    path: "/api/account/notifications",
    tag,
    summary: "Change what the member hears of; what is left out keeps its value",
    access: "member",
    body: updateNotificationsSchema,
    responses: { 200: { description: "As it is now", schema: notificationsSchema } },
    async handle({ services, viewer, body }) {
      return json(200, await services.notifications.updateNotifications(viewer, body));
    },
  }),
  defineCall({
    method: "post",
    path: "/api/account/push-subscriptions",
    tag,
    summary: "Notify this browser; it ends with the session that asks",
    access: "member",
    body: subscribeSchema,
    responses: { 201: { description: "The device", schema: pushSubscriptionSchema } },
    refusals: ["push_unavailable"],
    async handle({ services, viewer, body }) {
      return json(201, await services.notifications.subscribe(viewer, body));
    },
  }),
  defineCall({
    method: "delete",
    path: "/api/account/push-subscriptions/{id}",
    tag,
    summary: "Notify one of the member's devices no more",
    access: "member",
    params: z.object({ id: z.string() }),
    responses: { 200: { description: "Not notified any more", schema: confirmationSchema } },
    async handle({ services, viewer, params }) {
      return json(200, await services.notifications.unsubscribe(viewer, params));
    },
  }),
];
