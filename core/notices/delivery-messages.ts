import { z } from "zod";
import { noticesDeliverySchema, reminderDeliverySchema } from "./delivery";
import { mailDeliverySchema, recoveryDeliverySchema } from "./mail-messages";

/**
 * A delivery of the queue, one entry per kind. A new kind is a schema here and a handler in `deliver.ts`. A message may
 * be delivered by a newer Worker than the one that wrote it, so a schema may only gain optional fields.
 */
export const deliverySchema = z.discriminatedUnion("kind", [
  mailDeliverySchema,
  recoveryDeliverySchema,
  noticesDeliverySchema,
  reminderDeliverySchema,
]);

/** A mail or a notification that the queue carries to a member. */
export type Delivery = z.infer<typeof deliverySchema>;
