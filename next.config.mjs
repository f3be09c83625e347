/** The framework's settings. The custom server (server/front) handles hosts, addresses and headers. */
const config = {
  distDir: process.env.NEXT_DIST_DIR ?? ".next",
  poweredByHeader: false,
  compress: false,
  skipTrailingSlashRedirect: true,
  productionBrowserSourceMaps: false,
  // A build starts from nothing, so that it takes two thirds of the time of one that also writes a cache of 300 MB.
  // `npm run dev` keeps a cache of its own for changes of the code.
  experimental: { turbopackFileSystemCacheForBuild: false },
  // No page uses the image optimiser, and an endpoint that is not needed is not served (S28).
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
    "exceljs",
    "pdfkit",
  ],
  // `npm run check` checks the types; checking them again would only delay the first start.
  typescript: { ignoreBuildErrors: true },
};

export default config;
