const OPTIONS = { maximumAge: 60_000, timeout: 10_000 };

/** Asks the driver, where that is not decided yet. A phone that may be located and cannot be just now is fine. */
export function mayLocate(): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      () => resolve(true),
      ({ code, PERMISSION_DENIED }) => resolve(code !== PERMISSION_DENIED),
      OPTIONS,
    );
  });
}
