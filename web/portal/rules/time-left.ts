/** "4:09 left", "2 h 10 min left", "3 days left"; undefined where nothing is. */
export function timeLeft(ms: number): string | undefined {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds <= 0) return undefined;
  const two = (value: number) => String(value).padStart(2, '0');
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)} left`;
  const hours = Math.floor(seconds / 3_600);
  if (hours < 48) return `${hours} h ${Math.floor((seconds % 3_600) / 60)} min left`;
  return `${Math.floor(hours / 24)} days left`;
}
