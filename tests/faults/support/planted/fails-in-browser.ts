import { expect, test } from "@playwright/test";

test("fails at line 4", () => {
  expect("the answer").toBe("another answer");
});
