/**
 * Whether a request for a link's page is a buyer opening it (D-9). Chat programs, search engines and mail filters fetch
 * addresses to show or to judge them, browsers to be quick; `curl` and other plain clients count. `Sec-Fetch-Mode` says
 * nothing: Node's own fetch sends `cors`, and no `Sec-Fetch-Dest`.
 * @param header a request header by its lower-case name
 */
export function isOpening(method: string, header: (name: string) => string | null): boolean {
  if (method !== "GET") return false;
  const purpose = ["sec-purpose", "purpose", "x-purpose", "x-moz"].map((name) => header(name) ?? "");
  if (/\b(prefetch|prerender|preview)\b/i.test(purpose.join(" "))) return false;
  if (!["document", null].includes(header("sec-fetch-dest"))) return false;
  return !previewers.test(header("user-agent") ?? "");
}

/**
 * Programs that fetch addresses for themselves, by the part of the name that the browsers built into the same apps do
 * not have: `[Pinterest/iOS]`, `LinkedInApp`, `Line/13` and a telephone called CUBOT are buyers.
 */
const previewers = new RegExp(
  [
    // Chat programs and social networks. Apple's Messages calls itself Facebook's and Twitter's.
    "^WhatsApp/",
    "facebookexternalhit|facebookcatalog|Facebot|meta-external(agent|fetcher)",
    "Slackbot|Slack-ImgProxy",
    "Twitterbot|LinkedInBot|Discordbot|TelegramBot|redditbot|vkShare|Pinterestbot|^Pinterest/|^Tumblr/",
    "SkypeUriPreview|skype-url-preview|MicrosoftPreview|TeamsBot",
    "^Viber|ViberBot|Snap URL Preview|KakaoTalk-Scrap|Mattermost-Bot|^Zoombot|Iframely|Embedly",
    // Mail programs and the filters in front of them.
    "SafeLinks|ms-office; MSOffice|^Microsoft Office/|OutlookPreview|GoogleImageProxy",
    "BarracudaCentral|Proofpoint|Mimecast",
    // Search engines and collectors.
    "Googlebot|GoogleOther|Google-(InspectionTool|PageRenderer|Read-Aloud|Safety)|(AdsBot|Mediapartners|APIs)-Google",
    "Chrome-Lighthouse|bingbot|bingpreview|adidxbot|msnbot|Applebot|Yandex(Bot|Images)|DuckDuckBot|Baiduspider",
    "PetalBot|Bytespider|Amazonbot|AhrefsBot|SemrushBot|MJ12bot|GPTBot|OAI-SearchBot|ClaudeBot|PerplexityBot|CCBot",
    // Whoever says so.
    "(link|url|site)[ _-]?preview",
  ].join("|"),
  "i",
);
