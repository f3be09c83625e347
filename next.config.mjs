/** The framework's settings. Hosts, addresses and headers are the custom server's (server/front). */
const config = {
  distDir: process.env.NEXT_DIST_DIR ?? ".next",
  poweredByHeader: false,
  compress: false,
  skipTrailingSlashRedirect: true,
  productionBrowserSourceMaps: false,
  // Nothing of ours asks for it, and what is not needed is not served (S28).
  images: { unoptimized: true },
  htmlLimitedBots: /.*/,
  allowedDevOrigins: ["127.0.0.1", "localhost"],
  serverExternalPackages: [
    "pg",
    "pino",
    "ioredis",
    "rate-limiter-flexible",
    "@prisma/client",
    "@prisma/adapter-pg",
    "inngest",
    "@node-rs/argon2",
  ],
  // `npm run check` is where types are checked; a first start would only wait for it again.
  typescript: { ignoreBuildErrors: true },
};

export default config;
