const LONGEST_WAIT_MS = 2_000;
const FRESH_MS = 60_000;

/** Where the phone is, as far as it can say in two seconds. */
export function placeNow(): Promise<{ readonly lat: number; readonly lng: number } | undefined> {
  return new Promise((resolve) => {
    // A question for permission that nobody answers must not hold up a call for help.
    setTimeout(resolve, LONGEST_WAIT_MS, undefined);
    navigator.geolocation?.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: lng } }) => resolve({ lat, lng }),
      () => resolve(undefined),
      { maximumAge: FRESH_MS, timeout: LONGEST_WAIT_MS },
    );
  });
}
