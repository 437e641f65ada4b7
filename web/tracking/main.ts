import './tracking.css';
