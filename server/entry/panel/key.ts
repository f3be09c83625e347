import { router } from "./door";

export const keyRouter = router({});
