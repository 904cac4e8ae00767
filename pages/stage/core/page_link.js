// Links from one page of the app to another.

/**
 * A link to a page of the app, relative to any of its pages: all are next to each other, under
 * whatever path the app is.
 * @param {string} page its path; empty for the first page
 * @param {string | URLSearchParams} query
 */
export function pageLink(page, query) {
  return `./${page}?${query}`;
}

/**
 * A link to the page that another link opens, in this app: the other one may be of the same app at
 * another address.
 * @param {string} link
 */
export function linkHere(link) {
  const { page, query } = placeOf(link);
  return pageLink(page, query);
}

/**
 * The page and the query of a link. What is before the page depends on where the app is.
 * @param {string} link
 */
export function placeOf(link) {
  const { pathname, searchParams } = new URL(link, location.href);
  return { page: pathname.slice(pathname.lastIndexOf("/") + 1), query: searchParams };
}
