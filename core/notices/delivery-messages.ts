import { z } from "zod";
import { noticesDeliverySchema, reminderDeliverySchema } from "./delivery";
import { mailDeliverySchema, recoveryDeliverySchema } from "./mail-messages";

/**
 * A new kind needs a schema here and a handler in `deliver.ts`. A Worker may receive messages that an older version
 * wrote, so a schema may only gain optional fields.
 */
export const deliverySchema = z.discriminatedUnion("kind", [
  mailDeliverySchema,
  recoveryDeliverySchema,
  noticesDeliverySchema,
  reminderDeliverySchema,
]);

export type Delivery = z.infer<typeof deliverySchema>;
