// A cache of blocks of records.
const MAX_BLOCKS = 12;

/**
 * Fetches each block once, and evicts the oldest.
 * @template Block
 */
export class BlockCache {
  /**
   * @param {(block: number) => Promise<Block>} source
   * @param {number} size how many steps a block contains
   */
  constructor(source, size) {
    this.source = source;
    this.size = size;
    /** @type {Map<number, Block>} */
    this.blocks = new Map();
    /** @type {Map<number, Promise<void>>} */
    this.requests = new Map();
  }

  /**
   * The number of the block that contains a step.
   * @param {number} step
   */
  numberOf(step) {
    return Math.floor(step / this.size);
  }

  /**
   * The block that contains a step, if it is in the cache.
   * @param {number} step
   */
  at(step) {
    return this.blocks.get(this.numberOf(step));
  }

  /**
   * Fetch a block unless it is in the cache or already requested.
   * @param {number} number
   * @returns {Promise<void>}
   */
  fetch(number) {
    if (this.blocks.has(number)) return Promise.resolve();
    const pending = this.requests.get(number);
    if (pending) return pending;
    const request = this.source(number)
      .then((block) => this.add(number, block))
      .finally(() => this.requests.delete(number));
    this.requests.set(number, request);
    return request;
  }

  /**
   * @param {number} number
   * @param {Block} block
   */
  add(number, block) {
    this.blocks.set(number, block);
    const [oldest] = this.blocks.keys();
    if (this.blocks.size > MAX_BLOCKS) this.blocks.delete(oldest);
  }
}
