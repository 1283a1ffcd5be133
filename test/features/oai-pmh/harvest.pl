# Reads a list to its end with the harvester of others, HTTP::OAI: perl harvest.pl URL VERB [ARGUMENT VALUE]...
# Prints a line for each record: identifier, datestamp, status, number of elements of its metadata; then the error, if any.
use strict;
use warnings;
use HTTP::OAI;

my ($url, $verb, %arguments) = @ARGV;
my $harvester = HTTP::OAI::Harvester->new(baseURL => $url);
my $answer = $harvester->$verb(%arguments, onRecord => sub {
  my ($record) = @_;
  my $is_header = $record->isa('HTTP::OAI::Header');
  my $header = $is_header ? $record : $record->header;
  my $metadata = $is_header ? undef : $record->metadata;
  my $elements = $metadata ? $metadata->dom->findnodes('descendant-or-self::*')->size : 0;
  print join("\t", $header->identifier, $header->datestamp, $header->status // '', $elements), "\n";
});
print 'error ', $answer->error->code, "\n" if $answer->error;
die $answer->message if $answer->is_error;
