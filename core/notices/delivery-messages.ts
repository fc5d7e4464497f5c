import { z } from "zod";
import { noticesDeliverySchema, reminderDeliverySchema } from "./delivery";
import { mailDeliverySchema, recoveryDeliverySchema } from "./mail-messages";

/**
 * What the queue carries. A new kind is a schema here and a handler in `deliver.ts`. A message may be delivered by a
 * newer Worker than the one that wrote it, so a schema may only gain optional fields.
 */
export const deliverySchema = z.discriminatedUnion("kind", [
  mailDeliverySchema,
  recoveryDeliverySchema,
  noticesDeliverySchema,
  reminderDeliverySchema,
]);

export type Delivery = z.infer<typeof deliverySchema>;
