/** Tailwind serves the panel and the back-office; the style sheets of other pages pass through unchanged. */
const config = { plugins: { "@tailwindcss/postcss": {} } };

export default config;
