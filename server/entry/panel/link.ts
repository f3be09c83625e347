import { router } from "./door";

export const linkRouter = router({});
