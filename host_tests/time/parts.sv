// SPDX-License-Identifier: Apache-2.0
// What the generated designs are made of: channels between processes, and memory.

// Counters of a side change at its clock; the other side sees them at its next edge, or later.
module channel #(parameter DEPTH = 1, READ_LATENCY = 1, WRITE_LATENCY = 1)
  (input reset, input writer_clock, input reader_clock,
   input claim, input publish, input take, input give,
   output [63:0] free, output [63:0] filled, output reg [63:0] most);
  reg [63:0] claimed, published, taken, given;
  reg [63:0] published_seen [0:READ_LATENCY], given_seen [0:WRITE_LATENCY];
  integer i, j;
  always @(posedge writer_clock)
    if (reset) begin
      claimed <= 0;
      published <= 0;
      most <= 0;
      for (i = 0; i <= WRITE_LATENCY; i = i + 1) given_seen[i] <= 0;
    end else begin
      claimed <= claimed + {63'd0, claim};
      published <= published + {63'd0, publish};
      // Of use where both sides have one clock.
      if (publish && published + 1 - given - {63'd0, give} > most)
        most <= published + 1 - given - {63'd0, give};
      for (i = 2; i <= WRITE_LATENCY; i = i + 1) given_seen[i] <= i == 2 ? given : given_seen[i - 1];
    end
  always @(posedge reader_clock)
    if (reset) begin
      taken <= 0;
      given <= 0;
      for (j = 0; j <= READ_LATENCY; j = j + 1) published_seen[j] <= 0;
    end else begin
      taken <= taken + {63'd0, take};
      given <= given + {63'd0, give};
      for (j = 2; j <= READ_LATENCY; j = j + 1) published_seen[j] <= j == 2 ? published : published_seen[j - 1];
    end
  assign filled = (READ_LATENCY == 1 ? published : published_seen[READ_LATENCY]) - taken;
  assign free = DEPTH - (claimed - (WRITE_LATENCY == 1 ? given : given_seen[WRITE_LATENCY]));
endmodule

// Ports, the buses that they share, and banks. Times in ps where bandwidth counts.
module memory #(parameter PORTS = 1, PERIOD = 1000, BANK = 0, BYTES = 0, READ_BURST = 0, WRITE_BURST = 0,
                READS = 0, WRITES = 0, BUS = 0, LATENCY = 0, MEGABYTES = 0, OVERHEAD = 0)
  (input clock, input reset,
   input read_request [0:PORTS-1], input [63:0] read_address [0:PORTS-1], input [63:0] read_beats [0:PORTS-1],
   input read_beat [0:PORTS-1],
   input write_request [0:PORTS-1], input [63:0] write_address [0:PORTS-1], input [63:0] write_beats [0:PORTS-1],
   input write_beat [0:PORTS-1], input answer [0:PORTS-1],
   output reg beat [0:PORTS-1], output reg room [0:PORTS-1], output reg response [0:PORTS-1]);
  localparam N = 1024; // requests, and bursts, that a port remembers
  reg [63:0] now;
  reg [63:0] bank_free [0:1];
  // [2 * port + way]
  reg [63:0] asked_address [0:2*PORTS-1][0:N-1], asked_beats [0:2*PORTS-1][0:N-1];
  reg [63:0] asked [0:2*PORTS-1], served [0:2*PORTS-1]; // requests
  reg [63:0] start [0:2*PORTS-1][0:N-1], first [0:2*PORTS-1][0:N-1], size [0:2*PORTS-1][0:N-1],
             finished [0:2*PORTS-1][0:N-1];
  reg ends [0:2*PORTS-1][0:N-1]; // the burst is its request's last
  reg [63:0] issued [0:2*PORTS-1], passed [0:2*PORTS-1], partial [0:2*PORTS-1]; // bursts; beats of the one to pass
  reg [63:0] stored [0:2*PORTS-1], sent [0:2*PORTS-1]; // beats
  reg [63:0] answered [0:2*PORTS-1], closed [0:2*PORTS-1]; // bursts looked at for responses
  reg [63:0] bus_address [0:2*PORTS-1], bus_beat [0:2*PORTS-1]; // [2 * bus + way]: next free cycle

  function [63:0] of(input [64*16-1:0] values, input [63:0] index);
    of = values[64*index[3:0] +: 64];
  endfunction
  function [63:0] span(input [63:0] bytes, input [63:0] rate);
    span = rate == 0 ? 0 : (bytes * 1000000 + rate - 1) / rate;
  endfunction
  function [63:0] later(input [63:0] a, input [63:0] b);
    later = a > b ? a : b;
  endfunction
  function [63:0] edges(input [63:0] ps);
    edges = (ps + PERIOD - 1) / PERIOD;
  endfunction
  function [63:0] when_beat(input [63:0] way, input [63:0] burst, input [63:0] index);
    when_beat = later(first[way][burst % N] + index,
      edges(start[way][burst % N] + span(index * of(1024'(BYTES), way / 2), of(1024'(MEGABYTES), of(1024'(BANK), way / 2)))));
  endfunction

  integer p, w, d;
  reg [63:0] bank, bytes, beats, most, page, bus, limit, last, at;
  reg may;
  always @(posedge clock)
    if (reset) begin
      now = 0;
      bank_free[0] = 0;
      bank_free[1] = 0;
      for (p = 0; p < 2 * PORTS; p = p + 1) begin
        asked[p] = 0; served[p] = 0; issued[p] = 0; passed[p] = 0; partial[p] = 0; stored[p] = 0; sent[p] = 0;
        answered[p] = 0; closed[p] = 0; bus_address[p] = 0; bus_beat[p] = 0;
      end
      for (p = 0; p < PORTS; p = p + 1) begin
        beat[p] <= 0;
        room[p] <= 1;
        response[p] <= 0;
      end
    end else begin
      // One burst for each way, if its bus is free: what was there before this cycle counts.
      for (w = 0; w < 2 * PORTS; w = w + 1) begin
        d = w % 2;
        bank = of(1024'(BANK), w / 2);
        bytes = of(1024'(BYTES), w / 2);
        bus = of(1024'(BUS), w / 2) * 2 + d;
        limit = d == 0 ? of(1024'(READS), w / 2) : of(1024'(WRITES), w / 2);
        most = d == 0 ? of(1024'(READ_BURST), w / 2) : of(1024'(WRITE_BURST), w / 2);
        page = (4096 - asked_address[w][served[w] % N] % 4096) / bytes;
        beats = asked_beats[w][served[w] % N];
        if (beats > most) beats = most;
        if (beats > page) beats = page == 0 ? 1 : page;
        if (d == 0)
          may = issued[w] - passed[w] < limit;
        else
          may = stored[w] >= sent[w] + beats && (issued[w] < limit || finished[w][(issued[w] - limit) % N] < now);
        if (asked[w] != served[w] && may && bus_address[bus] <= now) begin
          at = later(now * PERIOD + (d == 0 ? of(1024'(LATENCY), bank) : 0), bank_free[bank[0]]);
          bank_free[bank[0]] = at + span(beats * bytes, of(1024'(MEGABYTES), bank)) + of(1024'(OVERHEAD), bank);
          start[w][issued[w] % N] = at;
          size[w][issued[w] % N] = beats;
          first[w][issued[w] % N] = later(edges(at), bus_beat[bus]);
          last = when_beat(w, issued[w], beats - 1);
          finished[w][issued[w] % N] = edges(last * PERIOD + of(1024'(LATENCY), bank));
          bus_beat[bus] = last + 1;
          bus_address[bus] = now + 1;
          sent[w] = sent[w] + beats;
          asked_address[w][served[w] % N] = asked_address[w][served[w] % N] + beats * bytes;
          asked_beats[w][served[w] % N] = asked_beats[w][served[w] % N] - beats;
          ends[w][issued[w] % N] = asked_beats[w][served[w] % N] == 0;
          if (asked_beats[w][served[w] % N] == 0) served[w] = served[w] + 1;
          issued[w] = issued[w] + 1;
        end
      end
      // What happens in this cycle.
      for (p = 0; p < PORTS; p = p + 1) begin
        if (read_request[p]) begin
          asked_address[2*p][asked[2*p] % N] = read_address[p];
          asked_beats[2*p][asked[2*p] % N] = read_beats[p];
          asked[2*p] = asked[2*p] + 1;
        end
        if (write_request[p]) begin
          asked_address[2*p+1][asked[2*p+1] % N] = write_address[p];
          asked_beats[2*p+1][asked[2*p+1] % N] = write_beats[p];
          asked[2*p+1] = asked[2*p+1] + 1;
        end
        if (read_beat[p]) begin
          partial[2*p] = partial[2*p] + 1;
          if (partial[2*p] == size[2*p][passed[2*p] % N]) begin
            partial[2*p] = 0;
            passed[2*p] = passed[2*p] + 1;
          end
        end
        // Places of the buffer that writes use again.
        limit = of(1024'(WRITES), p) * of(1024'(WRITE_BURST), p);
        if (write_beat[p] && stored[2*p+1] >= limit) begin
          partial[2*p+1] = partial[2*p+1] + 1;
          if (partial[2*p+1] == size[2*p+1][passed[2*p+1] % N]) begin
            partial[2*p+1] = 0;
            passed[2*p+1] = passed[2*p+1] + 1;
          end
        end
        if (write_beat[p]) stored[2*p+1] = stored[2*p+1] + 1;
        if (answer[p]) begin
          // On to behind the last burst of the request.
          while (!ends[2*p+1][closed[2*p+1] % N]) closed[2*p+1] = closed[2*p+1] + 1;
          closed[2*p+1] = closed[2*p+1] + 1;
        end
        // What the next cycle sees.
        beat[p] <= passed[2*p] != issued[2*p] && when_beat(2 * p, passed[2*p], partial[2*p]) <= now;
        room[p] <= stored[2*p+1] < limit ||
          (passed[2*p+1] != issued[2*p+1] && when_beat(2 * p + 1, passed[2*p+1], partial[2*p+1]) <= now);
        at = closed[2*p+1];
        while (at != issued[2*p+1] && !ends[2*p+1][at % N]) at = at + 1;
        response[p] <= at != issued[2*p+1] && finished[2*p+1][at % N] <= now;
      end
      now = now + 1;
    end
endmodule
