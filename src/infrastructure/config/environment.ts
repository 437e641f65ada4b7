/** Two deployments with two databases. */
export type Environment = 'sandbox' | 'production';
