export type ErrorRow = {
  readonly status: number;
  /** What it means; said to the caller where no better sentence is known. */
  readonly sentence: string;
  readonly cause: string;
  readonly cure: string;
  /** When the same call can pass if it is sent again; absent where it gets the same answer again. */
  readonly retry?: string;
  /** True where the contract does not know the code. */
  readonly isAddition?: true;
  /** What stands at the wire where that differs from our own code. */
  readonly wire?: { readonly id: string; readonly message?: string };
  /** How an answer says it where that is not the sentence alone. */
  readonly example?: { readonly sentence: string; readonly pointer?: string };
};

/** Every code that this program answers with. The reference and the page on errors are made of these rows. */
export const ERRORS = {
  ERR_INVALID_JSON: {
    status: 400,
    sentence: 'The body must be valid JSON.',
    cause: 'The body is not JSON in UTF-8, is nested too deep, or the request is not one that can be read.',
    cure: 'Send the bytes that your JSON library writes. The sentence says where reading stopped.',
    isAddition: true,
    example: { sentence: 'The body must be valid JSON: it goes wrong at character 36.' },
  },
  ERR_UNAUTHORIZED: {
    status: 401,
    sentence: 'The authorization token is not valid.',
    cause: 'The key is unknown, the clock is off by more than five minutes, or the signature is of other bytes.',
    cure: 'Compare with the page on authentication. In the sandbox the sentence says what differed; the signature doctor of the portal takes a request apart.',
    isAddition: true,
    example: { sentence: 'The header Authorization is missing. It must be: hmac <API key>:<timestamp>:<signature>.' },
  },
  ERR_INSUFFICIENT_CREDIT: {
    status: 402,
    sentence: 'The wallet does not hold enough for this. Top it up first.',
    cause: "The wallet of the market's currency holds less than the order, the edit or the priority fee costs.",
    cure: 'Top the wallet up, then send the same call again. Nothing was changed.',
    example: { sentence: 'The wallet holds 0 HKD, and 97 HKD more are needed. Top it up.' },
  },
  ERR_FORBIDDEN: {
    status: 403,
    sentence: 'This call is not allowed.',
    cause:
      'The key is suspended, not for this platform or not for your address; or a driver is not to be seen yet or any more.',
    cure: 'Do what the sentence says; for anything about the key, ask partner support.',
    isAddition: true,
    example: {
      sentence:
        'This API key is not for scheduled deliveries. Leave out the header Platform, or ask partner support for a Plus key.',
    },
  },
  ERR_NOT_FOUND: {
    status: 404,
    sentence: 'There is nothing at this path.',
    cause:
      'No call has this path, it is a call of the other platform, or what the path names is not there. Sandbox calls are not there in production.',
    cure: 'Look the path up in the reference, and whether the call needs the header Platform: PLUS.',
    isAddition: true,
    example: { sentence: 'There is nothing at this path. The reference at /docs lists every call.' },
  },
  ERR_ORDER_NOT_FOUND: {
    status: 404,
    sentence: 'There is no such order.',
    cause: 'The order id or the client reference is unknown, or belongs to an order of the other platform.',
    cure: 'Keep order ids as text: they have 19 digits, more than a number in JavaScript holds.',
    example: { sentence: 'There is no order 1000000000000000001.' },
  },
  ERR_DRIVER_NOT_FOUND: {
    status: 404,
    sentence: 'There is no such driver of this order.',
    cause: 'The driver never had this order, or does not have it any more.',
    cure: 'Read the order and take its driverId as it is now; it is "" while there is no driver.',
    isAddition: true,
    example: { sentence: 'Driver 80001 does not have this order.' },
  },
  ERR_EVENT_NOT_FOUND: {
    status: 404,
    sentence: 'There is no such event of yours.',
    cause: 'The event id is unknown, or the event is older than 30 days.',
    cure: 'Take the eventId of a push or of GET /v3/events.',
    isAddition: true,
    example: { sentence: 'There is no event 9C1B2E38-0000-4000-8000-000000000000 of yours.' },
  },
  ERR_OFFER_NOT_FOUND: {
    status: 404,
    sentence: 'There is no such offer of yours.',
    cause: 'The offer is unknown, or was made to another driver.',
    cure: 'Read the offers again.',
    isAddition: true,
  },
  ERR_METHOD_NOT_ALLOWED: {
    status: 405,
    sentence: 'This path does not answer to this method.',
    cause: 'The path exists, but not with this method.',
    cure: 'Use one of the methods in the header Allow.',
    isAddition: true,
    example: { sentence: 'This path answers to GET, not to PUT.' },
  },
  ERR_REQUEST_TIMEOUT: {
    status: 408,
    sentence: 'The request did not arrive completely in time. Send it again.',
    cause: 'The connection is open, but the rest of the request does not come.',
    cure: 'Check that Content-Length is the length of the body in bytes.',
    retry: 'At once, with the same Request-ID.',
    isAddition: true,
  },
  ERR_REQUEST_IN_PROGRESS: {
    status: 409,
    sentence: 'The same call is still running. Repeat it in a moment to get its answer.',
    cause: 'A call with the same Request-ID, path and body has not ended yet.',
    cure: 'Wait for the first answer before you repeat the call.',
    retry: 'After a second, with the same Request-ID: it gets the answer of the first.',
    isAddition: true,
  },
  ERR_CANCELLATION_FORBIDDEN: {
    status: 409,
    sentence: 'The order cannot be cancelled any more.',
    cause:
      'A driver was matched five minutes ago or more, the goods are picked up, or the order has ended. A Plus order can be cancelled until it ends.',
    cure: 'Read the order with the header Expand: actions before you offer a cancellation: canCancelUntil is the last moment. After it, ask support.',
    example: { sentence: 'The order is PICKED_UP; it cannot be cancelled.' },
  },
  ERR_CHANGED_MEANWHILE: {
    status: 409,
    sentence: 'Somebody else has changed this meanwhile. Look again.',
    cause:
      'Two people at the portal or the console changed the same thing; the later of them decided by what was not so any more.',
    cure: 'Read it again, then decide.',
    isAddition: true,
  },
  ERR_OFFER_GONE: {
    status: 409,
    sentence: 'The offer does not stand any more.',
    cause: 'The time to answer is over, another driver took the order, or it was withdrawn.',
    cure: 'Read the offers again.',
    isAddition: true,
  },
  ERR_PAYLOAD_TOO_LARGE: {
    status: 413,
    sentence: 'The body must not be larger than 256 KiB.',
    cause: 'The body is larger than the call takes.',
    cure: 'Send less: metadata may have 16 KiB, remarks 1500 characters.',
    isAddition: true,
  },
  ERR_INVALID_FIELD: {
    status: 422,
    sentence: 'A field has the wrong form.',
    cause: 'A field of the body, the query or a header is not of the form or in the range that it must be.',
    cure: 'The sentence says what is expected, detail which field is meant. All faults of a body are told at once.',
    example: {
      sentence: 'The language "en_GB" is not one of Hong Kong. It must be en_HK or zh_HK.',
      pointer: '/data/language',
    },
  },
  ERR_MISSING_FIELD: {
    status: 422,
    sentence: 'A required field is missing.',
    cause: 'A field that the call needs is not there.',
    cure: 'Add the field that detail points to.',
    example: { sentence: '/data/quotationId is required.', pointer: '/data/quotationId' },
  },
  ERR_INVALID_MARKET: {
    status: 422,
    sentence: 'The market is not supported.',
    cause: 'The header Market is missing, names no market of this server, or one that the key is not for.',
    cure: 'Send one of the markets that the sentence names.',
    example: {
      sentence: 'The market "XX" is not served. It must be one of BR, HK, ID, JP, MX, MY, PH, SG, TH, TW, VN.',
    },
  },
  ERR_INSUFFICIENT_STOPS: {
    status: 422,
    sentence: 'A quotation needs a pick-up and at least one drop-off.',
    cause: 'There are fewer than two stops, or the body has no list of stops at all.',
    cure: 'Send `{"data":{"stops":[…]}}` with the pick-up first.',
    example: { sentence: '/data/stops must have at least 2 entries.', pointer: '/data/stops' },
  },
  ERR_TOO_MANY_STOPS: {
    status: 422,
    sentence: 'A quotation takes one pick-up and at most 15 drop-offs.',
    cause: 'There are more than 16 stops; a Plus quotation has exactly two.',
    cure: 'Divide the delivery into several.',
    example: { sentence: '/data/stops must not have more than 16 entries.', pointer: '/data/stops' },
  },
  ERR_INVALID_SCHEDULE_TIME: {
    status: 422,
    sentence: 'The pick-up time cannot be used.',
    cause: 'scheduleAt is in the past or more than 30 days ahead.',
    cure: 'Give a time in UTC from now to 30 days ahead; leave scheduleAt out for a pick-up as soon as possible. In the sandbox your own clock counts, which may have been put forward.',
    example: {
      sentence: 'scheduleAt is in the past; it can be from 2026-11-16T04:00:00.00Z on.',
      pointer: '/data/scheduleAt',
    },
  },
  ERR_INVALID_SERVICE_TYPE: {
    status: 422,
    sentence: 'The service is not offered here.',
    cause: 'The market or the city of the pick-up does not have this service; a Plus quotation takes PLUS only.',
    cure: 'Take a key of a service from GET /v3/cities.',
    example: {
      sentence:
        'There is no service "ROCKET" in Hong Kong. It must be one of WALKER, COURIER, MOTORCYCLE, VAN, TRUCK330, TRUCK550.',
      pointer: '/data/serviceType',
    },
  },
  ERR_INVALID_SPECIAL_REQUEST: {
    status: 422,
    sentence: 'The special request does not fit the service.',
    cause: 'The service does not have this special request, it is not online, or there are too many of one group.',
    cure: 'Take the names of the service from GET /v3/cities, and not more of a parent_type than max_selection.',
    example: {
      sentence:
        'PIANO is not a special request of MOTORCYCLE. It must be one of ROUND_TRIP, PURCHASE_SERVICE_1, PURCHASE_SERVICE_2, PURCHASE_SERVICE_3, PURCHASE_SERVICE_4, QUEUEING_SERVICE_015MIN, QUEUEING_SERVICE_030MIN, QUEUEING_SERVICE_045MIN, THERMAL_BAG_1, CASH_ON_DELIVERY.',
      pointer: '/data/specialRequests/0',
    },
  },
  ERR_OUT_OF_SERVICE_AREA: {
    status: 422,
    sentence: 'A stop lies outside the service area.',
    cause: 'The stop that detail points to is in no city of the market, or in another city than the pick-up.',
    cure: 'Check that lat and lng are not swapped, and that the header Market is right. The sentence names the city that the stop lies in, or the nearest.',
    example: {
      sentence: 'Drop-off 1 (22.1987, 113.5439) is outside the service area. The nearest served city is Hong Kong.',
      pointer: '/data/stops/1/coordinates',
    },
  },
  ERR_REVERSE_GEOCODE_FAILURE: {
    status: 422,
    sentence: 'An address could not be resolved. Give latitude and longitude.',
    cause:
      'A stop has an address without coordinates, or coordinates without an address, and the geocoder finds nothing.',
    cure: 'Give both.',
    example: {
      sentence: 'The address of drop-off 1 could not be found. Give its latitude and longitude.',
      pointer: '/data/stops/1/address',
    },
  },
  ERR_INVALID_QUOTATION_ID: {
    status: 422,
    sentence: 'There is no such quotation.',
    cause:
      'The quotation is unknown or not yours, expired, used for another order, of another market or of the other variant; the sentence says which.',
    cure: 'Ask for a new quotation. It buys one order within five minutes.',
    example: { sentence: 'There is no quotation 1000000000000000001.', pointer: '/data/quotationId' },
  },
  ERR_ORDER_OF_ANOTHER_PARTNER: {
    status: 422,
    sentence: 'There is no such order of yours.',
    cause: 'The order exists, but belongs to another partner, or is in a market that the key is not for.',
    cure: 'Use the key that placed the order.',
    wire: { id: 'ERR_ORDER_NOT_FOUND' },
    example: { sentence: 'Order 1000000000000000001 is not one of yours.' },
  },
  ERR_INVALID_PHONE_NUMBER: {
    status: 422,
    sentence: 'The phone number cannot be used.',
    cause: 'The number is not in E.164 form, is not a valid one, or is of another country than the market.',
    cure: 'Send + and the country code, without spaces. In the sandbox the form and the calling code are enough.',
    example: {
      sentence: 'The phone of the sender must be a number in E.164 form such as +85256847123.',
      pointer: '/data/sender/phone',
    },
  },
  ERR_INVALID_ORDER_STATUS: {
    status: 422,
    sentence: 'The status of the order does not allow this.',
    cause:
      'The order has moved on: a priority fee is for orders that look for a driver, a change of a Plus order for one in progress, an action for the status that it begins in.',
    cure: 'Read the order; decide by its status as it is now.',
    example: { sentence: 'The order is ON_GOING; a priority fee can be added only while it is ASSIGNING_DRIVER.' },
  },
  ERR_CHANGE_DRIVER: {
    status: 422,
    sentence: 'The driver cannot be changed now.',
    cause: 'The match is less than 15 minutes ago, the goods are picked up, or the reason is missing or unknown.',
    cure: 'Read the order with the header Expand: actions: canChangeDriverFrom is the first moment. Give one of the four reasons.',
    example: { sentence: 'The driver can be changed from 15 minutes after the match on.' },
  },
  ERR_EXCEED_MIN_TIPS: {
    status: 422,
    sentence: 'The priority fee is too small.',
    cause: "The fee is below the market's smallest step.",
    cure: 'Give at least what the sentence names.',
    example: { sentence: 'The priority fee must be at least 1 HKD.', pointer: '/data/priorityFee' },
  },
  ERR_EXCEED_MAX_TIPS: {
    status: 422,
    sentence: 'The priority fee is too large.',
    cause: 'The fee is above five times the base price and above what the market allows at least.',
    cure: 'Give at most what the sentence names.',
    example: { sentence: 'The priority fee must be at most 240 HKD.', pointer: '/data/priorityFee' },
  },
  ERR_INVALID_TIPS: {
    status: 422,
    sentence: 'The priority fee cannot be used.',
    cause: 'The fee has more decimals than the market, or is not greater than the one before.',
    cure: 'Give a whole number, in SG and MY with at most one decimal, greater than the fee so far.',
    example: { sentence: 'A priority fee in HKD has no decimals.', pointer: '/data/priorityFee' },
  },
  ERR_ORDER_EDIT: {
    status: 422,
    sentence: 'The order cannot be edited.',
    cause: 'The order is not ON_GOING, or the pick-up is not the one it was placed with.',
    cure: 'Edit between the match and the pick-up, with the first stop exactly as the order shows it.',
    isAddition: true,
    wire: { id: 'ERR_ORDER_EDIT', message: 'Cannot edit order' },
    example: { sentence: 'The order is ASSIGNING_DRIVER; it can be edited only while it is ON_GOING.' },
  },
  ERR_ORDER_EDITED_ALREADY: {
    status: 422,
    sentence: 'An order can be edited once, and this one has been.',
    cause: 'The order was edited before.',
    cure: 'Cancel it and place a new one, or ask support.',
    isAddition: true,
    wire: { id: 'ERR_ORDER_EDIT', message: 'Cannot edit order, editing times exceeded' },
  },
  ERR_INVALID_RESPONSE: {
    status: 422,
    sentence:
      'The URL cannot be used: it must be reachable (in production from the internet) and answer an empty POST with 200 within 5 seconds.',
    cause:
      'The webhook URL has the wrong form, is not to be reached, or did not answer 200. The URL that was set before stays.',
    cure: 'Let your receiver answer 200 to a POST without a body, then set the URL again.',
    example: {
      sentence:
        'The URL cannot be used: it must be reachable (in production from the internet) and answer an empty POST with 200 within 5 seconds.',
      pointer: '/data/url',
    },
  },
  ERR_NO_WEBHOOK: {
    status: 422,
    sentence: 'No webhook URL is set. Set one with PATCH /v3/webhook first.',
    cause: 'Events are to be sent again, and there is nowhere to send them: no URL is set, or it was switched off.',
    cure: 'Set a URL, or set the same one again, or read GET /v3/events instead.',
    isAddition: true,
  },
  ERR_TOO_MANY_KEYS: {
    status: 422,
    sentence: 'There are two keys already. Revoke one first.',
    cause: 'A partner has at most two living keys, so that one can take over from the other.',
    cure: 'Revoke the key that is not in use any more; the portal shows which that is.',
    isAddition: true,
  },
  ERR_RATE_LIMIT_EXCEEDED: {
    status: 429,
    sentence: 'Too many calls. Wait until the reset time, then go on.',
    cause: 'The key has used up its calls of this minute, or places more than two orders a second.',
    cure: 'Spread your calls. The RateLimit headers of every answer say how many are left.',
    retry: 'After the seconds in Retry-After.',
    example: { sentence: 'You have asked for this 429 with PUT /sandbox/v1/faults.' },
  },
  ERR_HEADERS_TOO_LARGE: {
    status: 431,
    sentence: 'The headers must not be larger than 16 KiB.',
    cause: 'All headers together are too large, often by cookies that are not meant for this server.',
    cure: 'Send only the headers that the reference names.',
    isAddition: true,
  },
  ERR_INTERNAL: {
    status: 500,
    sentence: 'Something went wrong on our side. Try again; if it goes on, quote the Request-Id to support.',
    cause: 'A bug of ours, or a fault that you have asked for in the sandbox.',
    cure: 'Quote the Request-Id of the answer to support.',
    retry: 'After a few seconds, with the same Request-ID, so that nothing happens twice.',
    isAddition: true,
    example: { sentence: 'You have asked for this 500 with PUT /sandbox/v1/faults.' },
  },
  ERR_UNAVAILABLE: {
    status: 503,
    sentence: 'The service is not available right now. Try again in a few seconds.',
    cause:
      'The database cannot be reached, the server is being restarted, more calls came than it can answer, or you have asked for it in the sandbox.',
    cure: 'Wait; nothing is wrong with the call.',
    retry: 'After the seconds in Retry-After, with the same Request-ID, so that nothing happens twice.',
    isAddition: true,
    example: { sentence: 'You have asked for this 503 with PUT /sandbox/v1/faults.' },
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;
