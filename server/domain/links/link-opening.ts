/**
 * Returns whether a request for a link's page is a buyer who opens it (D-9). Chat programs, search engines and mail
 * filters fetch addresses for previews and checks, and browsers prefetch them; these requests do not count. `curl` and
 * other plain clients count. `Sec-Fetch-Mode` is not used, because Node's fetch sends `cors` without a
 * `Sec-Fetch-Dest`.
 * @param header returns a request header by its lower-case name
 */
export function isBuyerOpening(method: string, header: (name: string) => string | null): boolean {
  if (method !== "GET") return false;
  const purpose = ["sec-purpose", "purpose", "x-purpose", "x-moz"].map((name) => header(name) ?? "");
  if (/\b(prefetch|prerender|preview)\b/i.test(purpose.join(" "))) return false;
  if (!["document", null].includes(header("sec-fetch-dest"))) return false;
  return !previewers.test(header("user-agent") ?? "");
}

/**
 * User agents of programs that fetch addresses automatically. The patterns must not match the browsers inside the same
 * apps: `[Pinterest/iOS]`, `LinkedInApp`, `Line/13` and a phone called CUBOT are buyers.
 */
const previewers = new RegExp(
  [
    // Chat programs and social networks. Apple's Messages app identifies itself as Facebook's and Twitter's programs.
    "^WhatsApp/|^Signal-Android|^BiP\\b",
    "facebookexternalhit|facebookcatalog|Facebot|meta-external(agent|fetcher)",
    "Slackbot|Slack-ImgProxy",
    "Twitterbot|LinkedInBot|Discordbot|TelegramBot|redditbot|vkShare|Pinterestbot|^Pinterest/|^Tumblr/",
    "SkypeUriPreview|skype-url-preview|MicrosoftPreview|TeamsBot",
    "^Viber|ViberBot|Snap URL Preview|KakaoTalk-Scrap|Mattermost-Bot|^Zoombot|Iframely|Embedly",
    // Mail programs and the filters in front of them.
    "SafeLinks|\\bMSOffice\\b|^Microsoft Office(/| (Existence|Protocol) Discovery)|OutlookPreview|GoogleImageProxy",
    "BarracudaCentral|Proofpoint|Mimecast",
    // Search engines and crawlers.
    "Googlebot|GoogleOther|Google-(InspectionTool|PageRenderer|Read-Aloud|Safety)|(AdsBot|Mediapartners|APIs)-Google",
    "Chrome-Lighthouse|bingbot|bingpreview|adidxbot|msnbot|Applebot|Yandex(Bot|Images)|DuckDuckBot|Baiduspider",
    "PetalBot|Bytespider|Amazonbot|AhrefsBot|SemrushBot|MJ12bot|GPTBot|OAI-SearchBot|ClaudeBot|PerplexityBot|CCBot",
    // Other programs that call themselves a preview.
    "(link|url|site)[ _-]?preview",
  ].join("|"),
  "i",
);
