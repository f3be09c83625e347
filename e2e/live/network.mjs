/**
 * The network of the machine on which the product of the walk runs, as a name server and a router would make it: a
 * connection to a host and port of LIVE_WALK_ROUTES goes to a port of this machine. It is loaded by `--import` into the
 * product's processes; the product itself knows nothing of it, and checks certificates as ever.
 */
import { Socket } from "node:net";

const routes = JSON.parse(process.env.LIVE_WALK_ROUTES ?? "{}");
const { connect } = Socket.prototype;

Socket.prototype.connect = function connectByRoute(...args) {
  const [options, ...others] = args;
  const port = routes[`${options?.host}:${options?.port}`];
  return port === undefined
    ? connect.apply(this, args)
    : connect.call(this, { ...options, host: "127.0.0.1", port }, ...others);
};
